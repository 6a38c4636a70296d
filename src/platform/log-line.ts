type Fields = Readonly<Record<string, unknown>>;

/** Writes a log line: a JSON object that starts with the name of its event. */
export function logLine(event: string, fields: Fields): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(JSON.stringify({ event, ...fields }));
}

/** Writes a log line that the platform shows as an error. */
export function logError(event: string, fields: Fields): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.error(JSON.stringify({ event, ...fields }));
}
