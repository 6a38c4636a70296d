/** All words of the pages about access. */
export const ACCESS_TEXTS = {
  title: 'Get a key · Musette',
  heading: 'A key for your platform',
  lead: 'Musette is called by platforms, from their servers. Tell us who you are and what you want to build. A person reads it and answers within a few days.',
  platform: 'Platform',
  platformHint: 'Its name, as your athletes know it.',
  useCase: 'What you want to build',
  useCaseHint: 'Where athletes would see the numbers, and about how many athletes there are.',
  email: 'E-mail address',
  emailHint: 'If we say yes, the link to your key goes here. We write nothing before.',
  send: 'Ask for access',
  kept: 'We keep what you write here for 90 days after the decision, and use it for nothing else.',
  next: 'What happens next',
  steps: [
    'We read your request.',
    'You get an email with a link that works once, within 72 hours. It reveals your sandbox key.',
    'The sandbox has every operation, databases of its own and eight sample athletes to try them on.',
    'Once your integration works, request live access in the console and create your production key there.',
  ],
  meanwhile: 'You need no key to try the numbers:',
  planner: 'move the planner',
  home: 'Back to the planner',
  problems: {
    platform:
      'Enter the name of your platform: up to 80 letters, numbers and punctuation marks, without “Musette”, “verified” or “official”.',
    use_case: 'Say in at most 2,000 characters what you want to build.',
    email: 'Enter an e-mail address like api@platform.example.',
  },
  sent: {
    title: 'We have your request',
    message: 'A person reads it. If the answer is yes, you get a mail with a link to your sandbox key.',
  },
  tooMany: {
    title: 'Too many requests',
    message: 'From your network we take five requests an hour. Nothing was stored; try again in an hour.',
  },
  tooLarge: {
    title: 'This form is too large',
    message: 'Nothing was stored. Go back and try again with less text.',
  },
  link: {
    title: 'Your sandbox key · Musette',
    heading: 'Your sandbox key',
    ready:
      'Your request was approved. The button makes your key and shows it, once, so have a place for it ready.',
    make: 'Make the key and show it',
    shown: 'This is your key. We keep only a hash of it, so copy it now: no page can show it again.',
    first: 'Your first request with it:',
    lost: 'If you lose it, create another in the console, with a key that you still have, or ask us for a new link.',
    onwards: 'Go on with the quick start',
    reference: 'Open the reference',
  },
  expired: {
    title: 'This link has expired',
    message: 'Links work for 72 hours. Answer the mail, and we send you a new one.',
  },
  used: {
    title: 'This link has been used',
    message: 'It has shown its key and cannot show it again. If that was not you, tell us at once.',
  },
  unknown: {
    title: 'This link does not work',
    message: 'Part of it is missing, or a newer one has replaced it. Open the link of the newest mail.',
  },
} as const;
