/** The value of a hidden field of a page. */
export function fieldOf(html: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  if (value === undefined) throw new Error(`the page has no field ${name}`);
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}

/** The values of all boxes that are ticked when the page is shown. */
export function tickedScopes(html: string): string[] {
  return [...html.matchAll(/name="scope" value="([^"]*)" checked/g)].map((match) => match[1] ?? '');
}

/** The newest code that was sent to an address, in the page of the local outbox. */
export function newestCode(outboxHtml: string, email: string): string {
  const article = outboxHtml.split('<article').find((part) => part.includes(`To ${email},`));
  const code = /<h2>(\d{8})\b/.exec(article ?? '')?.[1];
  if (code === undefined) throw new Error(`no code was sent to ${email}`);
  return code;
}

/** A form of a plan with plain spaces in its amounts, as one types them: `670 ml`. */
export function asTyped(form: string): string {
  return form
    .replaceAll('\u2060', '')
    .replaceAll(/(?<=[\d½¼¾×]|\d[ \u00A0](?:h|fl)|\b(?:km|mi))\u00A0(?![:;!?%»])|\u00A0(?=· )/g, ' ');
}
