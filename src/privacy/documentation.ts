import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { AthleteExport, ErasureReceipt, exportExample, receiptExample } from './answer-schemas.ts';

const tag = 'Privacy';

export const privacyDocumentation: DocumentationByOperation = {
  exportAthlete: {
    tag,
    summary: 'Export an athlete',
    description:
      "Everything that is stored of the athlete, as one JSON document, whatever the tier; made for data portability and access requests. It is streamed, and as long as it needs to be: `complete` is its last member, and a document without it was cut off. Ten times per athlete and UTC day. Compressed where `Accept-Encoding` asks for gzip. Possible for 30 days after the partner's termination too. Not in it, because they are secrets or nothing of the partner's: tokens, and sign-ins of the athlete's address.",
    responses: {
      200: { description: 'The export.', schema: AthleteExport, example: exportExample },
    },
  },
  eraseAthlete: {
    tag,
    summary: 'Erase an athlete',
    description:
      "Removes everything that is held of the athlete: profile, activities, prescriptions, feedback, what was learned, product plans, the product access log, connections with their tokens, kept answers and rate-limit state. Sign-ins belong to a mailbox, not to an athlete: they hold no readable address and end by themselves within two days. From the answer on the athlete is `athlete_not_found` everywhere and its `external_id` is free. There is no undo. Honours `If-Match`. Possible for 30 days after the partner's termination too.",
    responses: {
      200: { description: 'A receipt.', schema: ErasureReceipt, example: receiptExample },
    },
  },
};
