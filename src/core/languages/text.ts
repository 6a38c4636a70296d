/** Makes a text of its parameters. One that a code does not have fails the build. */
export type Text<Parameters = void> = (parameters: Parameters) => string;
