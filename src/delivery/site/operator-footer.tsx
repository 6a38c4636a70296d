import { createContext, useContext } from 'hono/jsx';
import { FRAME } from '#core/languages/en/frame.ts';
import type { FrameTexts } from '#core/languages/landing-texts.ts';
import type { Operator } from '#platform/env.ts';

/** The operator of this installation. */
export const OperatorOfPage = createContext<Operator | null>(null);

interface Link {
  readonly href: string | null;
  readonly label: string;
}

interface Props {
  /** Texts of the footer. Defaults to English. */
  readonly frame?: FrameTexts;
  /** Hides partner documents on pages for athletes. */
  readonly isForAthletes?: boolean;
}

/** Names the operator and its documents in a page's footer. Unset values are omitted. */
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
