import type { Work } from '@musette/basics/work';
import { SESSION_FIELDS } from '@musette/engine/fields';
import { readOrFail, sniff, type Unreadable, UnreadableFile } from '../text-reader.ts';
import { readXml } from '../xml-reader.ts';
import { chooseLine } from './choose-line.ts';
import type { ParsedCourse, RawCourse } from './course.ts';
import { elevationGainM, measure, thin } from './measure.ts';
import { placePoints } from './place-points.ts';
import { readFitCourse } from './read-fit-course.ts';
import { gpxReader } from './read-gpx.ts';
import { tcxReader } from './read-tcx.ts';

/** Reads a course of any format, measured and thinned, with its aid stations and waypoints. */
export function readCourse(bytes: Uint8Array): Work<ParsedCourse | Unreadable> {
  return readOrFail(function* read() {
    const raw = yield* readRawCourse(bytes);
    const line = yield* chooseLine(raw);
    const measured = yield* measure(line.segments);
    const points = yield* thin(measured.points);
    const gainM = (yield* elevationGainM(measured.points)) ?? raw.statedGainM;
    const placed = yield* placePoints(line.points, measured, raw.pointsLeftOut);
    return {
      format: raw.format,
      name: raw.name,
      distanceKm: measured.points.at(-1)?.km ?? 0,
      elevationGainM: gainM === null ? null : Math.min(gainM, SESSION_FIELDS.elevationGainM.max),
      points,
      aidStations: placed.aidStations,
      waypoints: placed.waypoints,
      stationsComplete: placed.isComplete && !raw.isTruncated,
      isTruncated: raw.isTruncated,
      alternatives: line.alternatives,
      leftOut: {
        stations: placed.stationsLeftOut,
        waypoints: placed.waypointsLeftOut + raw.pointsLeftOut,
        lines: line.linesLeftOut,
      },
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
  const { isTruncated } = yield* readXml(
    bytes,
    (root) => {
      if (root.path === 'TrainingCenterDatabase') reader = tcxReader();
      else if (root.path !== 'gpx') {
        root.refuse(`<${root.path}> is not the root of a course; <gpx> and <TrainingCenterDatabase> are.`);
      }
      return reader.visitor;
    },
    { mayEndEarly: () => reader.hasCourse() },
  );
  return { ...reader.course(), isTruncated };
}
