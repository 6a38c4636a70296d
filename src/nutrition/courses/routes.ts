import { FILE_MEDIA_TYPES } from '#platform/files/media-types.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { ANY_TOKEN, defineRoute } from '#platform/http/route.ts';
import { courseFileExample, courseToWire, ParsedCourse, parsedCourseExample } from './course-shape.ts';

/** A recorded ride of twelve hours with a point a second has some 7 MB as GPX. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export const courseRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/courses/parse',
    operationId: 'parseCourse',
    tag: 'Files',
    summary: 'Read a course file into points and aid stations',
    description: [
      'Reads GPX (tracks, else routes), TCX or FIT, courses as well as recordings, into distance, climb, at most 2,000 points and aid stations; nothing is stored. The body is the file itself, at most 8 MiB with at most 200,000 points; its content decides the format. A broken file is a 422 `unreadable_file` that names the place. Costs one request of the budget per 256 KiB.',
      'Distances are those of the file if every point has one (TCX, FIT), else great circles from point to point; all tracks and segments are joined. The climb is the sum of the rises of 3 m and more, of elevations averaged over 100 m. A course of more than 2,000 points is divided into 999 sections of equal length, and the lowest and highest point of each stay, beside start and end.',
      'A waypoint or course point is an aid station if its name, description, symbol or kind says so, in the languages of event organizers: `Verpflegung`, `ravito`, `ristoro`, `avituallamiento`, water, food, gels, cola, broth, drop bags. It is placed at the kilometre that the file states, else where the course first passes it; one more than 500 m away is left out, and so is all beyond 60.',
    ].join('\n\n'),
    file: {
      description: 'The file as it is, uncompressed.',
      mediaTypes: FILE_MEDIA_TYPES,
      example: { mediaType: 'application/gpx+xml', text: courseFileExample },
    },
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: {
      200: { description: 'The course.', schema: ParsedCourse, example: parsedCourseExample },
    },
    access: 'partner',
    scope: ANY_TOKEN,
    errors: [],
    async handler(ctx) {
      const { readCourse } = await import('./read-course.ts');
      const course = await inTurn(ctx.principal, (pace) => pace.run(readCourse(ctx.body.takeFile())));
      return isFailure(course) ? course : ok(courseToWire(course));
    },
  }),
];
