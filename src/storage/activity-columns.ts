import { getTableColumns, sql } from 'drizzle-orm';
import { activities } from './athlete-schema.ts';
import type { Course } from './course-columns.ts';

/**
 * Columns of an activity with a course without points: these take up to 150 KB a row and only a few reads show them. An
 * update sets the columns that it changes, so that a row read like this never overwrites the points.
 */
export const activityOutline = {
  ...getTableColumns(activities),
  course: sql<Course | null>`json_set(${activities.course}, '$.points', NULL)`
    .mapWith(activities.course)
    .as('course'),
};
