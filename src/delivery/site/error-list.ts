import { ERRORS, type ErrorCode, type ErrorType } from '#platform/http/error-codes.ts';
import { REMEDIES } from '#platform/http/error-remedies.ts';

const TITLES: Readonly<Record<ErrorType, string>> = {
  authentication_error: 'Authentication',
  permission_error: 'Permission',
  invalid_request_error: 'Invalid requests',
  not_found_error: 'Not found',
  conflict_error: 'Conflicts',
  rate_limit_error: 'Limits',
  api_error: 'Errors on our side',
};

const ENTRIES = Object.entries(ERRORS).map(([name, entry]) => {
  const code = name as ErrorCode;
  return { code, ...entry, remedy: REMEDIES[code] };
});

/** Errors grouped by type, in the order that the page and the Markdown show them. */
export const ERROR_GROUPS = Object.entries(TITLES).map(([type, title]) => ({
  title,
  /** As in the page's Markdown, where the heading has it. */
  anchor: title.toLowerCase().replaceAll(' ', '-'),
  entries: ENTRIES.filter((entry) => entry.type === type),
}));

/** Opening paragraph of the errors page, in Markdown. */
export const ERRORS_LEAD =
  'Every error has the same shape: `error.type`, `code`, `message`, a link to its entry on this page, and a `request_id` to quote when you contact us. Branch on `code`: messages may change.';

/** Writes the errors page as Markdown. */
export function errorsMarkdown(): string {
  const sections = ERROR_GROUPS.map(({ title, entries }) =>
    [
      `## ${title}`,
      ...entries.map(
        ({ code, status, message, remedy }) => `### \`${code}\`\n\n${status}: ${message}\n\n${remedy}`,
      ),
    ].join('\n\n'),
  );
  return [ERRORS_LEAD, ...sections].join('\n\n');
}
