import { ERRORS, type ErrorStatus } from './error-codes.ts';
import type { Failure } from './errors.ts';

interface FailureWords {
  readonly title: string;
  readonly message: string;
}

const WORDS: Partial<Record<ErrorStatus, FailureWords>> = {
  404: { title: 'Page not found', message: 'There is no page at this address.' },
  500: {
    title: 'Something went wrong',
    message: 'The error is on our side and has been logged. If it persists, quote the reference below.',
  },
  503: {
    title: 'Temporarily unavailable',
    message: 'Part of the service is not responding. Wait a few seconds, go back and try again.',
  },
};

/** Returns the title and message for a failure's page. Error bodies have their own. */
export function failureWords({ failure }: Failure): FailureWords {
  const { status, message } = ERRORS[failure];
  return WORDS[status] ?? { title: 'Request failed', message };
}
