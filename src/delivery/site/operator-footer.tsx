import { createContext, useContext } from 'hono/jsx';
import { FRAME } from '#core/languages/en/frame.ts';
import type { FrameTexts } from '#core/languages/landing-texts.ts';
import type { Operator } from '#platform/env.ts';

/** The operator of the installation whose page is rendered. */
export const OperatorOfPage = createContext<Operator | null>(null);

interface Link {
  readonly href: string | null;
  readonly label: string;
}

interface Props {
  /** Words of the footer; English if missing. */
  readonly frame?: FrameTexts;
  /** On pages for athletes there are no documents for partners. */
  readonly isForAthletes?: boolean;
}

/** Names the operator and its documents in a page's footer. What is unset is left out. */
export function OperatorFooter(props: Props) {
  const operator = useContext(OperatorOfPage);
  if (operator === null) return null;
  const { frame = FRAME, isForAthletes = false } = props;
  const email = operator.contactEmail;
  const ofPartners: Link[] = [
    { href: operator.termsUrl, label: frame.terms },
    { href: operator.dpaUrl, label: frame.dataProcessing },
  ];
  const links: Link[] = [
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
