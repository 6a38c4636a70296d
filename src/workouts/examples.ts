/** A Zwift workout and the result of reading it; a test compares the two. */
export const workoutFileExample = `<?xml version="1.0" encoding="UTF-8"?>
<workout_file>
  <name>4 x 8 min at threshold</name>
  <sportType>bike</sportType>
  <workout>
    <Warmup Duration="600" PowerLow="0.5" PowerHigh="0.7"/>
    <IntervalsT Repeat="4" OnDuration="480" OffDuration="180" OnPower="1.0" OffPower="0.5"/>
    <Cooldown Duration="300" PowerLow="0.5" PowerHigh="0.4"/>
  </workout>
</workout_file>
`;

export const parsedWorkoutExample = {
  format: 'zwo',
  name: '4 x 8 min at threshold',
  type: 'indoor_bike',
  duration_min: 59,
  steps: [
    { duration_min: 5, intensity: { percent_ftp: 55 } },
    { duration_min: 5, intensity: { percent_ftp: 65 } },
    {
      repeat: 4,
      steps: [
        { duration_min: 8, intensity: { percent_ftp: 100 } },
        { duration_min: 3, intensity: { percent_ftp: 50 } },
      ],
    },
    { duration_min: 5, intensity: { percent_ftp: 45 } },
  ],
};
