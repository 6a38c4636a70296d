export type { Recording } from '../src/recording.ts';
