/** Texts of the access pages. */
export const ACCESS_TEXTS = {
  title: 'Get a key · Musette',
  heading: 'Get a key for your platform',
  lead: 'Platforms call Musette from their servers. Tell us who you are and what you want to build. A person reads every request and replies within a few days.',
  platform: 'Platform',
  platformHint: 'The name your athletes know.',
  useCase: 'What you want to build',
  useCaseHint: 'Where athletes will see the numbers, and roughly how many athletes you have.',
  email: 'Email address',
  emailHint: 'If we approve your request, we’ll email your key link here.',
  send: 'Request access',
  kept: 'We keep this information for 90 days after the decision and use it for nothing else.',
  next: 'What happens next',
  steps: [
    'We read your request.',
    'You get an email with a link that works once, within 72 hours. It reveals your sandbox key.',
    'The sandbox has every operation, its own databases and eight sample athletes.',
    'Once your integration works, request live access in the console and create your production key there.',
  ],
  meanwhile: 'You can try the numbers without a key:',
  planner: 'open the planner',
  home: 'Back to the planner',
  problems: {
    platform:
      'Enter the name of your platform: up to 80 letters, numbers and punctuation marks, without “Musette”, “verified” or “official”.',
    use_case: 'Describe what you want to build, in at most 2,000 characters.',
    email: 'Enter an email address such as api@platform.example.',
  },
  sent: {
    title: 'We have your request',
    message: 'A person will read it. If we approve it, you’ll get an email with a link to your sandbox key.',
  },
  tooMany: {
    title: 'Too many requests',
    message: 'We accept five requests per hour from one network. Nothing was stored. Try again in an hour.',
  },
  tooLarge: {
    title: 'This form is too large',
    message: 'Nothing was stored. Go back and try again with less text.',
  },
  link: {
    title: 'Your sandbox key · Musette',
    heading: 'Your sandbox key',
    ready: 'Your request was approved. We show your key only once, so have your secret store open.',
    make: 'Reveal my sandbox key',
    shown: 'This is your key. Copy it now: we store only a hash, so we can’t show it again.',
    first: 'Your first request',
    lost: 'If you lose it, create another key in the console or with a key you still have, or ask us for a new link.',
    onwards: 'Continue with the quick start',
    reference: 'Open the reference',
  },
  expired: {
    title: 'This link has expired',
    message: 'Links work for 72 hours. Reply to the email and we’ll send you a new one.',
  },
  used: {
    title: 'This link has been used',
    message:
      'It has already revealed its key and can’t do so again. If that wasn’t you, contact us immediately.',
  },
  unknown: {
    title: 'This link does not work',
    message: 'It is incomplete, or a newer link has replaced it. Open the link in our latest email.',
  },
} as const;
