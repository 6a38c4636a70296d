import type { PageTexts } from '../page-texts.ts';
import { plural } from '../phrasing.ts';

const minutesOf = plural('en', { one: 'minute', other: 'minutes' });

export const PAGES: PageTexts = {
  disclaimer:
    'Personalised guidance from physiological models, not a substitute for professional medical evaluation.',
  reference: 'Reference:',
  sandbox: 'This is the sandbox. The application is being tested, with test data only.',
  signIn: {
    title: 'Sign in',
    heading: 'Sign in to see your connections',
    headingFor: ({ client }) => `Sign in to connect ${client}`,
    lead: 'We’ll email you a code. No password needed.',
    email: 'Email address',
    send: 'Send me a code',
    wrong: 'Enter an email address, such as name@example.com.',
    back: 'Back to the sign-in page',
  },
  code: {
    title: 'Enter your code',
    sent: ({ digits, minutes }) =>
      `We emailed you a code of ${digits} digits. It works for ${minutes} ${minutesOf(minutes)}, in this browser only.`,
    crowded:
      'We are sending an unusual number of codes. If you have connected a platform before, or one has your address, your code arrives as usual. Otherwise none was sent. Try again in an hour.',
    label: 'Code',
    next: 'Continue',
    wrong: 'This code is wrong. Check the latest email and try again.',
  },
  codeEmail: {
    subject: ({ code }) => `${code} is your Musette code`,
    text: ({ code, minutes }) =>
      `Your code is ${code}. It works once, for ${minutes} ${minutesOf(minutes)}, in the browser that requested it.\n\nIf you didn’t request a code, ignore this email. Nobody can sign in without the code. Musette never asks for your code by email or phone.\n`,
  },
  notSent: {
    title: 'No code was sent',
    limit: ({ perHour, perDay, minutes }) =>
      `We send at most ${perHour} unused codes per hour, and ${perDay} per day, to one address. This address has reached that limit. You can request the next code in ${minutes} ${minutesOf(minutes)}.`,
    others:
      'If you didn’t request them, someone else did. Nobody can sign in without the code. A browser you have signed in with before can still request one.',
    expected: 'The latest code you requested in this browser may still work. Enter it here:',
  },
  consent: {
    title: ({ client }) => `Connect ${client}`,
    heading: ({ client }) => `${client} wants to use your Musette data`,
    asks: ({ client, partner, host }) => `${client} belongs to ${partner}. Your answer goes to ${host}.`,
    loopback: 'This is a program on your computer. Continue only if you just started signing in from it.',
    assistant:
      'This is an assistant that acts for you. It reads and changes what you allow here without asking each time, and it can make mistakes. Its answers are recommendations, not instructions.',
    signedIn: ({ email }) => `You are signed in as ${email}.`,
    recordTitle: 'Is this you?',
    record: ({ person, partner, since }) =>
      `${person}, added by ${partner} in ${since}. This record will be connected.`,
    namelessRecord: ({ partner, since }) =>
      `A record without a name, added by ${partner} in ${since}. This record will be connected.`,
    newRecord: ({ partner }) => `If you allow this, we’ll create a new record for you at ${partner}.`,
    refused: ({ partner }) =>
      `Nothing was connected. We told ${partner} that the record isn’t yours. If you allow this, we’ll create a new record for you there.`,
    notMe: 'This isn’t me',
    allows: 'You allow it to:',
    untick: 'Untick anything you don’t want to share. You can disconnect at any time:',
    deny: 'Deny',
    allow: 'Allow',
    other: 'Use another address',
  },
  goBack: ({ host }) => `Go back to ${host}`,
  scopes: {
    'profile:read': {
      title: 'See your profile',
      text: 'Your name, email, body measurements, sweat and fitness levels, health conditions, sweat tests and what we’ve learned about you. If you also share your activities, your feedback too.',
    },
    'profile:write': {
      title: 'Change your profile',
      text: 'Correct and complete your profile, except your email address.',
    },
    'activities:read': {
      title: 'See your activities',
      text: 'Your training sessions and races: which sport, when, how long and how hard.',
    },
    'activities:write': {
      title: 'Add and change activities',
      text: 'Create, change and delete training sessions and races.',
    },
    'prescriptions:read': {
      title: 'See what to eat and drink',
      text: 'Your carbohydrate, sodium and fluid prescriptions, their safety limits and warnings, which may name a health condition.',
    },
    'prescriptions:create': {
      title: 'Calculate what to eat and drink',
      text: 'Calculate a prescription for an activity, and update it when something changes.',
    },
    'feedback:write': {
      title: 'Give feedback for you',
      text: 'Report what you took and how it felt. This makes later prescriptions more personal.',
    },
    'products:read': {
      title: 'Find products',
      text: 'Search the product catalogue for you. Each search is logged.',
    },
  },
  connections: {
    title: 'Your connections',
    none: 'You haven’t connected any applications with this address.',
    inSandbox: 'sandbox',
    since: 'since',
    disconnect: ({ client }) => `Disconnect ${client}`,
    ended: 'The connection has ended.',
    signOut: 'Sign out',
  },
  messages: {
    pageExpired: {
      title: 'This page has expired',
      text: 'You already answered it, it is more than ten minutes old, or you have since signed in with another address. Nothing new was shared. Go back to the application and start again.',
    },
    tooManyAttempts: { title: 'Too many attempts', text: 'Wait a minute, then go back and try again.' },
    busyNetwork: {
      title: 'Too many codes were requested',
      text: 'Many unused sign-in codes were requested from your network. Try again within the hour, or use another connection, such as mobile data.',
    },
    deadCode: {
      title: 'This code doesn’t work',
      text: 'It has been used, is more than ten minutes old, was tried too often, or was requested in another browser. Go back and request a new one.',
    },
    noConnection: { title: 'Connection not found', text: 'It may already have ended.' },
    untrustedLink: {
      title: 'This link doesn’t work',
      text: 'We don’t know the application that sent you here, or it wants the answer at an address it hasn’t registered. Nothing was shared. Please tell the people who make it.',
    },
    suspendedApplication: {
      title: 'This application is paused',
      text: 'It can’t be connected at the moment. Nothing was shared. Try again later, or ask the people who make it.',
    },
    faultyRequest: {
      title: 'This link doesn’t work',
      text: 'The application that sent you here made a mistake in its request. Nothing was shared. You can go back and show this message to the people who make it:',
    },
    foreignForm: {
      title: 'This form came from another site',
      text: 'Nothing was changed. Go back and use the form on our page.',
    },
    notForm: {
      title: 'This is not a form',
      text: 'Nothing was changed. Go back and use the form on the previous page.',
    },
    formTooLarge: {
      title: 'This form is too large',
      text: 'Nothing was changed. Go back and try again with less text.',
    },
  },
  athlete: {
    plan: 'Plan',
    feedback: 'Feedback',
    whose: ({ person, partner }) => `For ${person} · ${partner}`,
    yours: ({ partner }) => `Your plan · ${partner}`,
    backTo: ({ partner }) => `Back to ${partner}`,
    print: 'Print',
    ofDay: 'Sessions of this day',
    heading: 'How did it go?',
    gut: {
      question: 'How did your stomach feel?',
      answers: { excellent: 'Great', good: 'Good', fair: 'Not so good', poor: 'Bad' },
    },
    energy: {
      question: 'How was your energy?',
      answers: { surplus: 'More than enough', adequate: 'Just right', low: 'Low', bonked: 'I bonked' },
    },
    hydration: {
      question: 'How did you feel about fluids?',
      answers: {
        over_hydrated: 'I drank too much',
        well_hydrated: 'Just right',
        slightly_dehydrated: 'A bit thirsty',
        dehydrated: 'Very thirsty',
      },
    },
    weighing: 'If you weighed yourself before and after',
    urinated: {
      question: 'Did you urinate in between?',
      answers: { no: 'No', once: 'Once', more: 'More than once' },
    },
    clothing: {
      question: 'How were you weighed afterwards?',
      answers: { dry: 'Towelled dry', wet: 'In sweaty clothes' },
    },
    notes: 'Anything else? (optional)',
    send: 'Send',
    nothingChosen: 'Choose at least one answer, or write something.',
    thanks: { title: 'Thank you', text: 'Your feedback was saved. It makes your next plans more personal.' },
    noSession: { title: 'No session planned', text: 'There is no session for today or the next two weeks.' },
    noPlan: {
      title: 'Your plan is not ready',
      text: 'Nothing has been calculated for this session yet. Try again later.',
    },
    noFeedback: { title: 'Nothing to rate yet', text: 'There is no session from the last days.' },
    replace: {
      title: 'Whose plan do you want to see?',
      text: 'This browser already shows the pages of another athlete. Open the link only if it is meant for you. It replaces those pages in this browser.',
      now: 'Open now',
      link: 'In the link',
      open: 'Open the link',
      stay: 'Keep the pages that are open',
    },
    ended: {
      title: 'This page has expired',
      text: 'Go back to the app or website that showed it, and open it again.',
    },
    noCookie: {
      title: 'Open the link again',
      text: 'This page has expired, or your browser blocked the cookie that it needs. Allow cookies for this site, or open the page in the app or website that sent you here.',
    },
    paused: {
      title: 'Temporarily unavailable',
      text: 'The app or website that showed this page is paused. Try again later.',
    },
    busy: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
  },
  subscribe: {
    title: 'Subscribe',
    heading: 'The whole plan, not a range.',
    benefits: [
      'Exact amounts of carbohydrate, sodium and fluid, per hour and in total, with the reasons for each number',
      'A plan with real products: what to take, when, and how close it gets to the target',
      'Numbers that learn from your sessions',
    ],
    about:
      'Your training platform has a personal link to this page. Look for “Powered by Musette” near your nutrition numbers.',
    change: 'Switch this sandbox athlete to the full plan',
    nothingCharged: 'This is the sandbox. Nothing is charged, and the link works once.',
    production: {
      title: 'How to subscribe',
      text: 'You subscribe in your training platform. Open its settings, look for Musette or nutrition, and choose the full plan. Your numbers are ready and appear in full as soon as the plan is active. Opening this page has changed nothing and cost nothing.',
    },
    switched: {
      title: 'Done.',
      text: 'Your full plan is active. Go back to your training platform and reload the page.',
    },
    already_full: {
      title: 'Already active.',
      text: 'You have the full plan. There is nothing left to do.',
    },
    already_used: {
      title: 'This link has been used.',
      text: 'Each link works once. Your training platform shows a new one tomorrow.',
    },
    expired: {
      title: 'This link has expired.',
      text: 'Links work for about a week. Open a new one in your training platform.',
    },
    invalid: {
      title: 'This link doesn’t work.',
      text: 'Part of it is missing or was changed. Open it from your training platform instead.',
    },
    athlete_gone: {
      title: 'This athlete doesn’t exist.',
      text: 'The athlete this link was for has been deleted.',
    },
  },
};
