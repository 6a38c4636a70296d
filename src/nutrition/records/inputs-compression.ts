/**
 * Loads the compression of stored inputs on first use. Imports by name, so that the rest of the library stays
 * out of the bundle.
 */
export { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** Fragments of stored inputs, the most frequent last, where distances are shortest. */
const FRAGMENTS = [
  '"open_water_swim""treadmill_run""duathlon""walk""other""row""ski""lift""hike""brick"',
  '"measure":"percentThresholdPace","measure":"percentThresholdHr","measure":"powerW","value":',
  '},"caffeine":{"wanted":true,"usualMgPerDay":1,"takenTodayMg":1,"takenMinBeforeStart":1,"sleepAtMin":1,"avoid":true,"isDietFree":true}}',
  '"lowSodiumBefore":true,"waterRetainingDrug":true,"kidneyDisease":true,"heartFailure":true,"heatIllnessHistory":true,"pregnant":true,"diuretics":true,"redsOrEatingDisorder":true,"diabetesTreated":true',
  ',"health":{"nsaidOnRaceDay":true,"hypertension":true}},"learned":',
  '"weather":[{"atMin":0,"temperatureC":1,"humidityPercent":6,"shade":true},{"atMin":60,"temperatureC":2,"humidityPercent":5,"shade":false}],',
  ',"steps":[{"durationMin":30,"measure":"percentFtp","value":6},{"durationMin":30,"measure":"level","value":5}]},"athlete":{',
  '{"type":"triathlon","durationMin":300,"segments":[{"type":"swim","durationMin":30,"intensityLevel":null,"distanceKm":null},{"type":"bike","durationMin":180,"intensityLevel":6,"distanceKm":null},{"type":"run","durationMin":90,"intensityLevel":5,"distanceKm":null}],"raceFormat":"olympic""70.3""ironman"},',
  '"lastAlarm":{"severity":"danger","rateMlPerHr":"caution","giHistory":true,"weighed":{"mean":[-0.0823,-0.0341,0.0912,-0.412],"covariance":[0.0762,0.0513,-0.0452,0.0743,0.0521,-0.0482,0.0984,-0.0312,0.407]},',
  '"over_hydrated""slightly_dehydrated""dehydrated""swim":1,',
  '{"activity":{"type":"indoor_bike","durationMin":1,"distanceKm":1,"elevationGainM":1,"altitudeM":1,"averagePowerW":2',
  ',"vo2maxMlPerKgMin":5,"ftpW":2,"sweatRateMlPerHr":1,"sweatSodiumMgPerL":9',
  '{"activity":{"type":"trail_run","durationMin":1,"intensityLevel":5,"thermalStressLevel":5,"isRaceEvent":true},"athlete":{"sex":"male","bodyMassKg":7,"heightCm":17,"fitnessLevel":5',
  ',"learned":{"sweat":{"all":{"mean":[-0.0,0.0,-0.0,0.0],"covariance":[0.077,0.055,0.055,-0.00,0.078,0.055,-0.00,0.118,-0.00,0.59]},"weighed":{"mean":[0,0,0,0],"covariance":[0.07917,0.05635,0.05635,0,0.07917,0.05635,0,0.11917,0,0.64]},"observations":1,"weighings":{"foot":0,"bike":0,"swim":0},"answers":{"foot":1,"bike":0,"swim":0},"wearables":0,"updatedAtMs":17680000000,"priorMean":[0,0,0],"lastAnswer":"well_hydrated","sameAnswers":1},"runCarbToleranceGPerHr":{"mean":6,"variance":324,"observations":0,"updatedAtMs":null},"bikeCarbToleranceGPerHr":{"mean":7,"variance":324,"observations":0,"updatedAtMs":null},"practisedCarbGPerHr":{"foot":0,"bike":0},"carbNeedLn":{"mean":0,"variance":0.04,"observations":0,"updatedAtMs":null},"sweatSodiumLn":{"mean":-0.0833816,"variance":0.0484,"observations":0,"updatedAtMs":null},"cautiousSessionsLeft":0,"overdrinkAtMs":[],"lastAlarm":null,"giHistory":false,"goodGutStreak":0}}',
  '{"activity":{"type":"swim","durationMin":4,"intensityLevel":5},"athlete":{"sex":"female","bodyMassKg":5,"heightCm":16,"fitnessLevel":5,"sweatLevel":5,"saltinessLevel":5,"carbToleranceGPerHr":6,"usualCarbGPerHr":4,"heatAcclimatized":true,"giHistory":true,"ageYears":3}}',
  '{"activity":{"type":"bike","durationMin":9,"intensityLevel":5,"thermalStressLevel":4,"weather":{"temperatureC":1,"humidityPercent":6,"shade":false}},"athlete":{"sex":"male","bodyMassKg":7',
  '{"activity":{"type":"run","durationMin":6,"intensityLevel":5,"thermalStressLevel":5},"athlete":{"sex":"male","bodyMassKg":7,"heightCm":17,"fitnessLevel":5,"sweatLevel":5,"saltinessLevel":5,"carbToleranceGPerHr":6,"usualCarbGPerHr":5,"heatAcclimatized":false,"giHistory":false,"ageYears":4}}',
];

/**
 * Text that most stored inputs contain, so that compression refers to it instead of repeating it. Inputs can
 * only be read with the dictionary they were written with, so this one never changes. A new dictionary gets
 * the next number.
 */
export const INPUTS_DICTIONARY: Uint8Array = new TextEncoder().encode(FRAGMENTS.join(''));
