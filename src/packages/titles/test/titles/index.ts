import { TITLES as developBricks } from './develop-bricks.ts';
import { TITLES as developCatalan } from './develop-catalan.ts';
import { TITLES as developChinese } from './develop-chinese.ts';
import { TITLES as developCompetition } from './develop-competition.ts';
import { TITLES as developCzech } from './develop-czech.ts';
import { TITLES as developDurations } from './develop-durations.ts';
import { TITLES as developDutch } from './develop-dutch.ts';
import { TITLES as developEffort } from './develop-effort.ts';
import { TITLES as developEnglishRace } from './develop-english-race.ts';
import { TITLES as developEnglishTraining } from './develop-english-training.ts';
import { TITLES as developFalseFriends } from './develop-false-friends.ts';
import { TITLES as developFrench } from './develop-french.ts';
import { TITLES as developGerman } from './develop-german.ts';
import { TITLES as developHanCharacters } from './develop-han-characters.ts';
import { TITLES as developItalian } from './develop-italian.ts';
import { TITLES as developJapanese } from './develop-japanese.ts';
import { TITLES as developKorean } from './develop-korean.ts';
import { TITLES as developNordic } from './develop-nordic.ts';
import { TITLES as developPlatformPrefixes } from './develop-platform-prefixes.ts';
import { TITLES as developPlatforms } from './develop-platforms.ts';
import { TITLES as developPolish } from './develop-polish.ts';
import { TITLES as developPortuguese } from './develop-portuguese.ts';
import { TITLES as developRussian } from './develop-russian.ts';
import { TITLES as developSingleLegs } from './develop-single-legs.ts';
import { TITLES as developSpanish } from './develop-spanish.ts';
import { TITLES as developTraps } from './develop-traps.ts';
import { TITLES as developTurkish } from './develop-turkish.ts';
import { TITLES as developUkrainian } from './develop-ukrainian.ts';
import { TITLES as developUndecidable } from './develop-undecidable.ts';
import { TITLES as independentBricks } from './independent-bricks.ts';
import { TITLES as independentOne } from './independent-one.ts';
import { TITLES as independentThree } from './independent-three.ts';
import { TITLES as independentTwo } from './independent-two.ts';
import { TITLES as independentUndecidable } from './independent-undecidable.ts';
import type { LabelledTitle } from './labelled-title.ts';
import { TITLES as reportBricks } from './report-bricks.ts';
import { TITLES as reportChinese } from './report-chinese.ts';
import { TITLES as reportDutch } from './report-dutch.ts';
import { TITLES as reportEnglishRace } from './report-english-race.ts';
import { TITLES as reportEnglishTraining } from './report-english-training.ts';
import { TITLES as reportFrench } from './report-french.ts';
import { TITLES as reportGerman } from './report-german.ts';
import { TITLES as reportItalian } from './report-italian.ts';
import { TITLES as reportJapanese } from './report-japanese.ts';
import { TITLES as reportNordic } from './report-nordic.ts';
import { TITLES as reportPolish } from './report-polish.ts';
import { TITLES as reportPortuguese } from './report-portuguese.ts';
import { TITLES as reportSpanish } from './report-spanish.ts';
import { TITLES as reportUndecidable } from './report-undecidable.ts';

/** The half that the vocabulary may be tuned on: read it, fail on it, add words for it. */
export const DEVELOP: readonly LabelledTitle[] = [
  ...developTurkish,
  ...developCzech,
  ...developCatalan,
  ...developKorean,
  ...developUkrainian,
  ...developRussian,
  ...developEffort,
  ...developSingleLegs,
  ...developCompetition,
  ...developDurations,
  ...developFalseFriends,
  ...developPlatformPrefixes,
  ...developHanCharacters,
  ...developBricks,
  ...developChinese,
  ...developDutch,
  ...developEnglishRace,
  ...developEnglishTraining,
  ...developFrench,
  ...developGerman,
  ...developItalian,
  ...developJapanese,
  ...developNordic,
  ...developPlatforms,
  ...developPolish,
  ...developPortuguese,
  ...developSpanish,
  ...developTraps,
  ...developUndecidable,
];

/** The half that is only counted: accuracy is stated on these, and no word is added because one of them failed. */
export const REPORT: readonly LabelledTitle[] = [
  ...reportBricks,
  ...reportChinese,
  ...reportDutch,
  ...reportEnglishRace,
  ...reportEnglishTraining,
  ...reportFrench,
  ...reportGerman,
  ...reportItalian,
  ...reportJapanese,
  ...reportNordic,
  ...reportPolish,
  ...reportPortuguese,
  ...reportSpanish,
  ...reportUndecidable,
];

/** A second author's titles, labelled without sight of the others: like the report half only counted, so that one author's taste is not mistaken for accuracy. */
export const INDEPENDENT: readonly LabelledTitle[] = [
  ...independentOne,
  ...independentTwo,
  ...independentBricks,
  ...independentUndecidable,
];

/** A third author's titles, labelled without sight of the vocabulary and counted apart from the others: no word is added because one of them failed. */
export const INDEPENDENT_THREE: readonly LabelledTitle[] = [...independentThree];
