/** What weighings of people say about the ranges: classes of sessions, their file, and the judgement of one weighing. */

export { CALIBRATED, type CalibratedClass, type ClassFile } from '../src/calibrated-classes.ts';
export { CLASS_KEYS, classOf, positionsOf } from '../src/classes.ts';
export { weigh } from '../src/learning-session.ts';
export { planEvent } from '../src/plan.ts';
export { ENGINE_VERSION, type PrescribeInput, prescribe } from '../src/prescribe.ts';
export { sweatSigma } from '../src/ranges.ts';
