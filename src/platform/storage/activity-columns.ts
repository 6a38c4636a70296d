import { getTableColumns, sql } from 'drizzle-orm';
import { activities } from './athlete-schema.ts';
import type { Course } from './course-columns.ts';

/**
 * Columns of an activity, excluding the points of its course, which take up to 150 KB per row and are rarely shown. An
 * update sets only the columns that it changes, so a row read like this never overwrites the points.
 */
export const activityOutline = {
  ...getTableColumns(activities),
  course: sql<Course | null>`json_set(${activities.course}, '$.points', NULL)`
    .mapWith(activities.course)
    .as('course'),
};
