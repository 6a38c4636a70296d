import { FILE_MEDIA_TYPES } from '@musette/files/media-types';
import { isUnreadable } from '@musette/files/text-reader';
import { ok } from '#platform/http/answer.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { ANY_TOKEN, defineRoute } from '#platform/http/route.ts';
import {
  ParsedRecording,
  parsedRecordingExample,
  recordingFileExample,
  recordingToWire,
} from './recording-shape.ts';

/** A recorded ride of twelve hours with a point per second takes some 7 MB as GPX. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export const recordingRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/recordings/parse',
    operationId: 'parseRecording',
    tag: 'Files',
    summary: 'Read what was really done from a recording',
    description: [
      'Reads a FIT activity, TCX or GPX with times into start, duration, distance, climb, power and heart rate. Post `actual` unchanged with the feedback, so that we learn from what was done instead of what was planned. Nothing is stored. The body is the file itself, at most 8 MiB and 200,000 points. The format is detected from the content. A broken file, or one without times, returns 422 `unreadable_file`.',
      'What the device summed up comes first. What it left out is computed from its points: distance between positions, rises of 3 m or more with elevations averaged over 100 m, means of power and heart rate. A file of several sports, or laps that change the sport, has `legs`. The minutes between two legs belong to the whole.',
      'The temperature of a device is shown apart from `actual`: a watch on a wrist measures the wrist.',
    ].join('\n\n'),
    file: {
      description: 'The unmodified file, uncompressed.',
      mediaTypes: FILE_MEDIA_TYPES,
      example: { mediaType: 'application/gpx+xml', text: recordingFileExample },
    },
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: {
      200: { description: 'The recording.', schema: ParsedRecording, example: parsedRecordingExample },
    },
    access: 'partner',
    scope: ANY_TOKEN,
    cost: '1 unit per started 256 KiB',
    errors: [],
    async handler(ctx) {
      const { readRecording } = await import('@musette/files/recordings/read-recording');
      const recording = await inTurn(ctx.principal, (pace) => pace.run(readRecording(ctx.body.takeFile())));
      return isUnreadable(recording) ? recording : ok(recordingToWire(recording));
    },
  }),
];
