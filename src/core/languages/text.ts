/** Renders a text with its parameters. A parameter that its code lacks fails the build. */
export type Text<Parameters = void> = (parameters: Parameters) => string;
