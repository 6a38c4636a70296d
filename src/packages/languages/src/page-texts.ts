import type { Text } from './text.ts';

/** Names given by others. The page isolates each one, so its text direction cannot rearrange the sentence. */
export interface NamesOfOthers {
  readonly client: string;
  readonly partner: string;
  readonly host: string;
  readonly email: string;
  /** An initial and three dots. */
  readonly person: string;
}

type Named<Name extends keyof NamesOfOthers> = Text<Pick<NamesOfOthers, Name>>;

/** A month and year, written out in the language. */
interface Since {
  readonly since: string;
}

/** Scopes that an athlete can allow. */
type ScopeName =
  | 'profile:read'
  | 'profile:write'
  | 'activities:read'
  | 'activities:write'
  | 'prescriptions:read'
  | 'prescriptions:create'
  | 'feedback:write'
  | 'products:read';

/** A heading with its text. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** A question with its answers, best or most first. */
interface Question<Answer extends string> {
  readonly question: string;
  readonly answers: Readonly<Record<Answer, string>>;
}

/** Texts of the pages for athletes (sign-in, consent, connections, subscription) and of the email with the code. */
export interface PageTexts {
  readonly disclaimer: string;
  readonly reference: string;
  readonly sandbox: string;
  readonly signIn: {
    readonly title: string;
    readonly heading: string;
    readonly headingFor: Named<'client'>;
    readonly lead: string;
    readonly email: string;
    readonly send: string;
    readonly wrong: string;
    readonly back: string;
  };
  readonly code: {
    readonly title: string;
    readonly sent: Text<{ readonly digits: number; readonly minutes: number }>;
    readonly crowded: string;
    readonly label: string;
    readonly next: string;
    readonly wrong: string;
  };
  readonly codeEmail: {
    readonly subject: Text<{ readonly code: string }>;
    readonly text: Text<{ readonly code: string; readonly minutes: number }>;
  };
  readonly notSent: {
    readonly title: string;
    readonly limit: Text<{ readonly perHour: number; readonly perDay: number; readonly minutes: number }>;
    readonly others: string;
    readonly expected: string;
  };
  readonly consent: {
    readonly title: Named<'client'>;
    readonly heading: Named<'client'>;
    readonly asks: Named<'client' | 'partner' | 'host'>;
    readonly loopback: string;
    readonly assistant: string;
    readonly signedIn: Named<'email'>;
    readonly recordTitle: string;
    readonly record: Text<Pick<NamesOfOthers, 'partner' | 'person'> & Since>;
    readonly namelessRecord: Text<Pick<NamesOfOthers, 'partner'> & Since>;
    readonly newRecord: Named<'partner'>;
    readonly refused: Named<'partner'>;
    readonly notMe: string;
    readonly allows: string;
    readonly untick: string;
    readonly deny: string;
    readonly allow: string;
    readonly other: string;
  };
  readonly goBack: Named<'host'>;
  readonly scopes: Readonly<Record<ScopeName, TitledText>>;
  readonly connections: {
    readonly title: string;
    readonly none: string;
    readonly inSandbox: string;
    readonly since: string;
    readonly disconnect: Named<'client'>;
    readonly ended: string;
    readonly signOut: string;
  };
  readonly messages: {
    readonly pageExpired: TitledText;
    readonly tooManyAttempts: TitledText;
    readonly busyNetwork: TitledText;
    readonly deadCode: TitledText;
    readonly noConnection: TitledText;
    readonly untrustedLink: TitledText;
    readonly suspendedApplication: TitledText;
    readonly faultyRequest: TitledText;
    readonly foreignForm: TitledText;
    readonly notForm: TitledText;
    readonly formTooLarge: TitledText;
  };
  /** The pages that a partner shows to its athletes. */
  readonly athlete: {
    readonly plan: string;
    readonly feedback: string;
    /** Whose page it is, and who shows it. Without a name, the athlete is addressed. */
    readonly whose: Named<'person' | 'partner'>;
    readonly yours: Named<'partner'>;
    readonly backTo: Named<'partner'>;
    readonly print: string;
    /** Names the buttons that switch between the sessions of a day. */
    readonly ofDay: string;
    readonly heading: string;
    readonly gut: Question<'excellent' | 'good' | 'fair' | 'poor'>;
    readonly energy: Question<'surplus' | 'adequate' | 'low' | 'bonked'>;
    readonly hydration: Question<'over_hydrated' | 'well_hydrated' | 'slightly_dehydrated' | 'dehydrated'>;
    /** Introduces the two questions about a weighing. */
    readonly weighing: string;
    readonly urinated: Question<'no' | 'once' | 'more'>;
    readonly clothing: Question<'dry' | 'wet'>;
    readonly notes: string;
    readonly send: string;
    readonly nothingChosen: string;
    readonly thanks: TitledText;
    readonly noSession: TitledText;
    readonly noPlan: TitledText;
    readonly noFeedback: TitledText;
    /** Asks before a link replaces the pages of another athlete in a browser. */
    readonly replace: TitledText & {
      readonly now: string;
      readonly link: string;
      readonly open: string;
      readonly stay: string;
    };
    readonly ended: TitledText;
    readonly noCookie: TitledText;
    readonly paused: TitledText;
    readonly busy: TitledText;
  };
  readonly subscribe: {
    readonly title: string;
    readonly heading: string;
    readonly benefits: readonly [string, string, string];
    readonly about: string;
    readonly change: string;
    readonly nothingCharged: string;
    readonly production: TitledText;
    readonly switched: TitledText;
    readonly already_full: TitledText;
    readonly already_used: TitledText;
    readonly expired: TitledText;
    readonly invalid: TitledText;
    readonly athlete_gone: TitledText;
  };
}
