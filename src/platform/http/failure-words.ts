import { ERRORS, type ErrorStatus, type Failure } from './errors.ts';

interface FailureWords {
  readonly title: string;
  readonly message: string;
}

const WORDS: Partial<Record<ErrorStatus, FailureWords>> = {
  404: { title: 'Page not found', message: 'There is no page at this address.' },
  500: {
    title: 'Something went wrong',
    message: 'The fault is in the service, and it is logged. Quote the reference if it happens repeatedly.',
  },
  503: {
    title: 'Not available at the moment',
    message: 'A part of the service did not answer. Wait a few seconds, go back and try again.',
  },
};

/** Returns the title and message of a failure's page; error bodies have their own. */
export function failureWords({ failure }: Failure): FailureWords {
  const { status, message } = ERRORS[failure];
  return WORDS[status] ?? { title: 'That does not work', message };
}
