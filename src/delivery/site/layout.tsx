import { FRAME } from '@musette/languages/english/pages';
import type { Language } from '@musette/languages/languages';
import type { FrameTexts } from '@musette/languages/texts';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { Operator } from '#platform/env.ts';

/** Describes a page for search engines and link previews. */
interface Share {
  readonly baseUrl: string;
  readonly path: string;
  readonly description: string;
}

interface Props {
  readonly title: string;
  /** A stylesheet in addition to the site's. */
  readonly styles?: string;
  /** The page's script. The page must work without it. */
  readonly script?: string;
  /** Address of the same page as Markdown. */
  readonly markdown?: string;
  readonly share?: Share;
  /** The page's language. Defaults to English. */
  readonly language?: Language;
  readonly frame?: FrameTexts;
  /** Hides the developers' links on pages for athletes. */
  readonly isForAthletes?: boolean;
  /** Languages of the page, each at its address with `lang`. */
  readonly languages?: readonly Language[];
  readonly children: Child;
}

/** Renders the layout of every public page, for phones, screen readers and dark mode. */
export function Layout(props: Props) {
  const { language = 'en', frame = FRAME, isForAthletes = false } = props;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{props.title}</title>
        {props.share && <ShareTags {...props.share} title={props.title} languages={props.languages ?? []} />}
        <link rel="stylesheet" href="/assets/frame.css" />
        <link rel="stylesheet" href="/assets/site.css" />
        {props.styles && <link rel="stylesheet" href={props.styles} />}
        {props.script && <script src={props.script} defer />}
        {props.markdown && <link rel="alternate" type="text/markdown" href={props.markdown} />}
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">
          {frame.skip}
        </a>
        {isForAthletes ? <AthleteHeader /> : <SiteHeader frame={frame} />}
        <main id="main">{props.children}</main>
        <footer>
          <p>{frame.disclaimer}</p>
          <OperatorFooter frame={frame} isForAthletes={isForAthletes} />
        </footer>
      </body>
    </html>
  );
}

/** Renders link preview metadata, with this installation's address and image. */
function ShareTags(props: Share & { readonly title: string; readonly languages: readonly Language[] }) {
  const { title, baseUrl, path, description, languages } = props;
  const address = baseUrl + path;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {languages.map((language) => (
        <link rel="alternate" hreflang={language} href={`${address}?lang=${language}`} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Musette" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${baseUrl}/brand/musette-share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Renders the links to every part of the site. */
export function SiteHeader({ frame = FRAME }: { readonly frame?: FrameTexts }) {
  const { nav } = frame;
  return (
    <header class="top">
      <a class="brand" href="/">
        <Brand />
      </a>
      <nav aria-label={frame.site}>
        <a href="/docs/guides/">{nav.guides}</a>
        <a href="/docs">{nav.reference}</a>
        <a href="/docs/errors">{nav.errors}</a>
        <a href="/docs/science">{nav.science}</a>
        <a href="/docs/data">{nav.data}</a>
        <a href="/access">{nav.access}</a>
        <a href="/console">{nav.console}</a>
      </nav>
    </header>
  );
}

/** Names us without links: the rest of the site is for developers. */
function AthleteHeader() {
  return (
    <header class="top">
      <span class="brand">
        <Brand />
      </span>
    </header>
  );
}

function Brand() {
  return (
    <>
      <img src="/assets/icon.svg" alt="" width="28" height="28" />
      Musette
    </>
  );
}

/** The operator of this installation. */
export const OperatorOfPage = createContext<Operator | null>(null);

interface FooterLink {
  readonly href: string | null;
  readonly label: string;
}

interface FooterProps {
  /** Texts of the footer. Defaults to English. */
  readonly frame?: FrameTexts;
  /** Hides partner documents on pages for athletes. */
  readonly isForAthletes?: boolean;
}

/** Names the operator and its documents in a page's footer. Unset values are omitted. */
export function OperatorFooter(props: FooterProps) {
  const operator = useContext(OperatorOfPage);
  if (operator === null) return null;
  const { frame = FRAME, isForAthletes = false } = props;
  const email = operator.contactEmail;
  const ofPartners: FooterLink[] = [
    { href: operator.termsUrl, label: frame.terms },
    { href: operator.dpaUrl, label: frame.dataProcessing },
  ];
  const links: FooterLink[] = [
    ...(isForAthletes ? [] : ofPartners),
    { href: operator.privacyUrl, label: frame.privacy },
    ...(isForAthletes ? [] : [{ href: operator.statusUrl, label: frame.status }]),
    { href: email && `mailto:${email}`, label: email ?? '' },
  ];
  const shown = links.filter(({ href }) => href !== null);
  if (operator.name === null && shown.length === 0) return null;
  return (
    <p class="operator">
      {operator.name === null ? null : <span>{frame.runBy({ name: operator.name })}</span>}
      {shown.map(({ href, label }) => (
        <>
          {' '}
          <a href={href ?? ''}>{label}</a>
        </>
      ))}
    </p>
  );
}
