import type { Work } from '@musette/basics/work';
import { SESSION_FIELDS } from '@musette/engine/fields';
import { readOrFail, sniff, type Unreadable, UnreadableFile } from '../text-reader.ts';
import { readXml } from '../xml-reader.ts';
import type { ParsedCourse, RawCourse } from './course.ts';
import { elevationGainM, measure, thin } from './measure.ts';
import { placeStations } from './place-stations.ts';
import { readFitCourse } from './read-fit-course.ts';
import { gpxReader } from './read-gpx.ts';
import { tcxReader } from './read-tcx.ts';

/** Reads a course of any format, measured and thinned, with its aid stations. */
export function readCourse(bytes: Uint8Array): Work<ParsedCourse | Unreadable> {
  return readOrFail(function* read() {
    const { format, name, points: raw, waypoints, statedGainM } = yield* readRawCourse(bytes);
    const measured = yield* measure(raw);
    const points = yield* thin(measured);
    const gainM = (yield* elevationGainM(measured)) ?? statedGainM;
    return {
      format,
      name,
      distanceKm: measured.at(-1)?.km ?? 0,
      elevationGainM: gainM === null ? null : Math.min(gainM, SESSION_FIELDS.elevationGainM.max),
      points,
      aidStations: yield* placeStations(waypoints, points),
    };
  });
}

function* readRawCourse(bytes: Uint8Array): Work<RawCourse> {
  switch (sniff(bytes)) {
    case 'fit':
      return yield* readFitCourse(bytes);
    case 'xml':
      return yield* readXmlCourse(bytes);
    default:
      throw new UnreadableFile('Byte 0: the file is neither GPX, TCX nor FIT.');
  }
}

function* readXmlCourse(bytes: Uint8Array): Work<RawCourse> {
  let reader = gpxReader();
  yield* readXml(bytes, (root) => {
    if (root.path === 'TrainingCenterDatabase') reader = tcxReader();
    else if (root.path !== 'gpx') {
      root.refuse(`<${root.path}> is not the root of a course; <gpx> and <TrainingCenterDatabase> are.`);
    }
    return reader.visitor;
  });
  return reader.course();
}
