/** The body over the time of an event, for any way of drinking. Loaded on first use. */
export {
  type Dose,
  type Followed,
  type Scenario,
  type Trajectory,
  type TrajectoryBound,
  type TrajectoryPoint,
  trajectoryOf,
} from '../src/trajectory.ts';
