export { type InferenceInput, inferActivityType, inferBrick } from '../src/infer.ts';
