import { createContext, useContext } from 'hono/jsx';
import type { Operator } from '../env.ts';

/** The operator of the installation whose page is rendered. */
export const OperatorOfPage = createContext<Operator | null>(null);

interface Link {
  readonly href: string | null;
  readonly label: string;
}

/** Names the operator and its documents in a page's footer. What is unset is left out. */
export function OperatorFooter(props: { readonly privacy?: string; readonly isForAthletes?: boolean }) {
  const operator = useContext(OperatorOfPage);
  if (operator === null) return null;
  const { privacy = 'Privacy', isForAthletes = false } = props;
  const email = operator.contactEmail;
  const ofPartners: Link[] = [
    { href: operator.termsUrl, label: 'Terms' },
    { href: operator.dpaUrl, label: 'Data processing' },
  ];
  const links: Link[] = [
    ...(isForAthletes ? [] : ofPartners),
    { href: operator.privacyUrl, label: privacy },
    ...(isForAthletes ? [] : [{ href: operator.statusUrl, label: 'Status' }]),
    { href: email && `mailto:${email}`, label: email ?? '' },
  ];
  const shown = links.filter(({ href }) => href !== null);
  if (operator.name === null && shown.length === 0) return null;
  return (
    <p class="operator">
      {operator.name === null ? null : <span>{operator.name}</span>}
      {shown.map(({ href, label }) => (
        <>
          {' '}
          <a href={href ?? ''}>{label}</a>
        </>
      ))}
    </p>
  );
}
