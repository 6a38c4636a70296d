import type { Text } from './text.ts';

/** Header and footer of every public page. */
export interface FrameTexts {
  readonly skip: string;
  readonly site: string;
  readonly nav: Readonly<
    Record<'guides' | 'reference' | 'errors' | 'science' | 'data' | 'access' | 'console', string>
  >;
  readonly disclaimer: string;
  readonly runBy: Text<{ readonly name: string }>;
  readonly terms: string;
  readonly dataProcessing: string;
  readonly privacy: string;
  readonly status: string;
}

/** A step towards an integration: a heading, a sentence and a closing link. */
interface StepText {
  readonly title: string;
  readonly text: string;
  readonly link: string;
}

/** A heading with its text. */
interface PromiseText {
  readonly title: string;
  readonly text: string;
}

/** Texts of the home page, for platforms new to Musette. */
export interface LandingTexts {
  readonly title: string;
  /** Shown by search engines and shared links, at most 160 characters. */
  readonly description: string;
  readonly headline: string;
  readonly lead: string;
  readonly getKey: string;
  readonly quickStart: string;
  readonly units: string;
  readonly languages: string;
  readonly exchange: string;
  readonly request: string;
  readonly answer: string;
  readonly excerpt: string;
  readonly code: string;
  readonly codeLead: string;
  readonly copy: string;
  readonly copied: string;
  readonly onwards: string;
  readonly steps: {
    readonly access: StepText;
    readonly guides: StepText;
    readonly reference: StepText;
  };
  readonly promises: string;
  readonly promiseList: readonly PromiseText[];
}
