/** A GPX file and the course that is read from it; a test compares the two. */
export const courseFileExample = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Route planner" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="47.0000" lon="8.0132"><name>Ravito 1: eau, bananes</name></wpt>
  <trk>
    <name>Lakeside out and up</name>
    <trkseg>
      <trkpt lat="47.0000" lon="8.0000"><ele>430</ele></trkpt>
      <trkpt lat="47.0000" lon="8.0132"><ele>436</ele></trkpt>
      <trkpt lat="47.0000" lon="8.0264"><ele>512</ele></trkpt>
    </trkseg>
  </trk>
</gpx>
`;

export const parsedCourseExample = {
  format: 'gpx',
  name: 'Lakeside out and up',
  distance_km: 2.002,
  elevation_gain_m: 82,
  points: [
    { km: 0, elevation_m: 430, lat: 47, lon: 8 },
    { km: 1.001, elevation_m: 436, lat: 47, lon: 8.0132 },
    { km: 2.002, elevation_m: 512, lat: 47, lon: 8.0264 },
  ],
  aid_stations: [{ km: 1.001, name: 'Ravito 1: eau, bananes', offers: ['water', 'fruit'] }],
};
