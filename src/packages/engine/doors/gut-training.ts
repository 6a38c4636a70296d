/** The weeks in which an athlete practises the carbohydrate of a race. */
export {
  type GutTrainingPlan,
  gutBeforeAnyRace,
  gutBeforeRace,
  planGutTraining,
} from '../src/gut-training.ts';
