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
      'Reads GPX (tracks, else routes), TCX or FIT, both courses and recordings, into distance, climb, at most 2,000 points and aid stations. Nothing is stored. The body is the file itself, at most 8 MiB and 200,000 points. The format is detected from the content. A broken file returns 422 `unreadable_file` with the location of the problem.',
      'Distances come from the file if every point has one (TCX, FIT), otherwise from great circles between points. All tracks and segments are joined. The climb is the sum of rises of 3 m or more, with elevations averaged over 100 m. A course of more than 2,000 points is divided into 999 sections of equal length, keeping the lowest and highest point of each, plus start and end.',
      'A waypoint or course point is an aid station if its name, description, symbol or kind says so, in the languages of event organizers: `Verpflegung`, `ravito`, `ristoro`, `avituallamiento`, water, food, gels, cola, broth, drop bags. It is placed at the kilometre stated in the file, otherwise where the course first passes it. Stations more than 500 m away are omitted, and so are all beyond 60.',
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
