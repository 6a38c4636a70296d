import { FILE_MEDIA_TYPES } from '@musette/files/media-types';
import { isUnreadable } from '@musette/files/text-reader';
import { ok } from '#platform/http/answer.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { ANY_TOKEN, defineRoute } from '#platform/http/route.ts';
import { courseFileExample, courseToWire, ParsedCourse, parsedCourseExample } from './course-shape.ts';

/** A recorded ride of twelve hours with a point per second takes some 7 MB as GPX. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export const courseRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/courses/parse',
    operationId: 'parseCourse',
    tag: 'Files',
    summary: 'Read a course file into points and aid stations',
    description: [
      'Reads GPX, TCX or FIT, both courses and recordings, into distance, climb, at most 2,000 points, aid stations and waypoints. Nothing is stored. The body is the file itself, at most 8 MiB and 200,000 points. The format is detected from the content. A broken file returns 422 `unreadable_file` with the location of the problem. A file that ends early is read as far as it goes, with `truncated: true`. The answer can be posted unchanged as the `course` of an activity.',
      'Segments of a track join, and so do the parts of a chained FIT file and the sports of a multi-sport recording. Of several tracks, routes or courses, the first is read, together with those that go on where it ends; `alternatives` lists what there is to choose from. Segments that repeat another one are laps if their times go on, and are left out otherwise. Distances come from the file if every point has one (TCX, FIT), otherwise from great circles between points. The climb is the sum of rises of 3 m or more, with elevations averaged over 100 m. A course of more than 2,000 points is divided into 999 sections of equal length, keeping the lowest and highest point of each, plus start and end.',
      'What a point is follows from its type and symbol, its name and the first clause of its description, in some twenty languages of event organizers: `Verpflegung`, `ravito`, `ristoro`, `avituallamiento`, `エイド`. An aid station offers water and whatever else it names, less what it denies (`no drop bags`, `eau non potable`). Food or drink alone makes a station only if the name lists nothing else (`Water & gels 3`). Turns, alerts, first aid, summits, shops and places are waypoints, and so is a bare checkpoint, because it may only be a timing mat. A name that we do not understand comes back as `unknown`.',
      'Each pass of a point within 500 m is a stop of its own, at most 60 stations. A time (TCX, FIT) or distance in the file, or a distance in the name, chooses the pass. Points within 50 m of each other share the passes of one place. `stations_complete` says whether the list is all that the course has.',
    ].join('\n\n'),
    file: {
      description: 'The unmodified file, uncompressed.',
      mediaTypes: FILE_MEDIA_TYPES,
      example: { mediaType: 'application/gpx+xml', text: courseFileExample },
    },
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: {
      200: { description: 'The course.', schema: ParsedCourse, example: parsedCourseExample },
    },
    access: 'partner',
    scope: ANY_TOKEN,
    cost: '1 unit per started 256 KiB',
    errors: [],
    async handler(ctx) {
      const { readCourse } = await import('@musette/files/courses/read-course');
      const course = await inTurn(ctx.principal, (pace) => pace.run(readCourse(ctx.body.takeFile())));
      return isUnreadable(course) ? course : ok(courseToWire(course));
    },
  }),
];
