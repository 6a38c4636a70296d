/**
 * The media types that the parsers accept. Platforms and browsers often send a generic type, so the content decides.
 */
export const FILE_MEDIA_TYPES = [
  'application/xml',
  'text/xml',
  'text/plain',
  'application/json',
  'application/gpx+xml',
  'application/vnd.garmin.tcx+xml',
  'application/vnd.ant.fit',
  'application/octet-stream',
] as const;
