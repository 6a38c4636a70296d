import { LANGUAGES, textsOf } from '@musette/languages/languages';
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { escaped } from '#nutrition/fuel-plans/forms/svg-text.ts';
import { attachProducts, makeOwnProduct } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { asTyped } from '../support/page-fields.ts';
import { PASS_RIDE, planFor } from '../support/planned-ride.ts';
import { TEST_HOME } from '../support/shards.ts';

/** Every form of a fuel plan: names are data, a medical warning comes first, and all words are of one language. */

beforeAll(() => loadTestCatalogue());

describe('a hostile name', () => {
  /** Matches controls other than the line feed between lines. */
  const CONTROLS = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e]/u;

  /**
   * Creates a plan whose activity and first station can be named past the checks of requests, as in older rows, and its
   * products by what those checks leave of the name.
   */
  async function setUp() {
    const planned = await planFor();
    const { key, athlete, activityId, path } = planned;
    const drink = { name: 'Mix', format: 'drink', serving_g: 57, carb_g: 54, fluid_ml: 750 };
    const food = { name: 'Rice cake', format: 'real_food', serving_g: 40, carb_g: 20 };
    for (const fields of [drink, food]) {
      const { id } = await makeOwnProduct(key, athlete.id, fields);
      await attachProducts(key, path, { [id]: 9 });
    }
    const nameAll = (name: string) =>
      TEST_HOME.batch([
        TEST_HOME.prepare(
          "UPDATE activities SET name = ?1, course = json_set(course, '$.aidStations[0].name', ?1) WHERE id = ?2",
        ).bind(name, activityId),
        TEST_HOME.prepare(
          "UPDATE own_products SET definition = json_set(definition, '$.name', ?1, '$.brand', ?1) WHERE athlete_id = ?2",
        ).bind(name.replaceAll(/[\p{Cc}\p{Cn}\u2028\u2029]/gu, ' '), athlete.id),
      ]);
    const textAs = async (accept: string) => (await planned.plan('', { accept })).text;
    return { nameAll, textAs };
  }

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</style><link rel=stylesheet href=//evil.example>',
    'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:b',
    'a\nb\u2028c\u2029d\u0085e\u0000f\u001b[31mg',
    'a;b,c\\nd:e',
    ']]> & \\n %0D%0A\\, ; BEGIN:VALARM',
    '&amp;&lt;',
    '{{name}} %s $1 $& ${',
    '🥤'.repeat(60),
    'W'.repeat(60),
    // Noncharacters, which no XML may hold.
    'a\ufffeb\uffffc',
    '\u05de\u05e9\u05e7\u05d4 \u05d1\u05d9\u05ea\u05d9',
    '\u624b\u4f5c\u308a\u306e\u304a\u306b\u304e\u308a\uff1a\u6885\u5e72\u3057\u5165\u308a',
    '(gel)',
    'Generic',
  ])('%j of a session, a station and products is data in every form', async (name) => {
    const { nameAll, textAs } = await setUp();
    const lines = (await textAs('text/plain')).split('\n').length;
    await nameAll(name);
    const plain = await textAs('text/plain');
    expect(plain).not.toMatch(CONTROLS);
    expect(plain.split('\n')).toHaveLength(lines);

    const text = await textAs('text/calendar');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
    for (const line of text.split('\r\n')) expect(line).toMatch(/^( |[A-Z-]+[:;]|$)/);
    const [event, ...others] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    expect(others).toEqual([]);
    const shown = name.replace(/[\p{Cc}\p{Z}\ufffe\uffff]+/gu, ' ').trim();
    expect(new ICAL.Event(event).summary).toBe(`Fuel plan: ${shown}, 4 h`);

    for (const type of ['text/html', 'image/svg+xml']) {
      const markup = await textAs(type);
      expect(markup).not.toMatch(CONTROLS);
      expect(markup).not.toMatch(/[\ufffe\uffff]/);
      expect(markup).not.toMatch(/<script|<img|<link|<\/style>[^<]*<link/i);
      expect(markup.match(/<\/style>/g)).toHaveLength(1);
      expect(markup).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
    }
  });
});

describe('with a heart or kidney condition', () => {
  const DOSE = /\d+ g\b|\d+ × |\d+ ml\b/;
  /** Everything but the texts of MEDICAL_FLUID, which name the limits. */
  const before = (text: string, words: string) => text.slice(0, text.indexOf(words));

  test.each([
    ['full', 'kidney_disease', PASS_RIDE],
    ['full', 'heart_failure', { ...PASS_RIDE, course: undefined, duration_min: 50 }],
    ['teaser', 'kidney_disease', PASS_RIDE],
  ])(
    'MEDICAL_FLUID comes before every figure of every form in %s tier with %s',
    async (tier, condition, activity) => {
      const { planAs } = await planFor(activity, { tier, health: { [condition]: true } });
      for (const language of LANGUAGES) {
        const texts = await textsOf(language);
        const { json } = await planAs('application/json', language);
        const [first] = json.safety.warnings;
        expect(first.code).toBe('MEDICAL_FLUID');
        expect(json.safety.requires_human_review).toBe(true);
        for (const type of ['text/plain', 'text/html', 'image/svg+xml', 'text/calendar']) {
          if (tier === 'teaser' && type === 'text/calendar') continue;
          const { text } = await planAs(type, language);
          const words = text
            .replaceAll(/\r\n[ \t]/g, '')
            .replaceAll(/\\([,;])/g, '$1')
            .replaceAll(/<style>[^<]*<\/style>/g, '');
          expect(words, `${type} ${language}`).toContain(asTyped(escaped(first.message)));
          const head = before(words, asTyped(escaped(first.message))).replaceAll(
            /<(svg|rect|meta)[^>]*>/g,
            '',
          );
          expect(head, `${type} ${language}`).not.toMatch(DOSE);
        }
        if (tier === 'teaser') continue;
        const { text: page } = await planAs('text/html', language);
        const boxes = page.match(/<section class="(?:label|card).*?<\/section>/gs) ?? [];
        // A plan without anything to take has no card.
        const least = json.rows.length === 0 ? 0 : 1;
        expect(boxes.length).toBeGreaterThanOrEqual(least);
        const notice = asTyped(escaped(texts.plan.forms.medical()));
        for (const box of boxes.filter((each) => each.includes('</section>'))) {
          expect(box).toContain(notice);
          expect(box.slice(0, box.indexOf(notice))).not.toMatch(DOSE);
        }
        if (!('course' in activity) || activity.course === undefined) continue;
        const { text: fit } = await planAs('application/vnd.ant.fit', language);
        expect(fit).toContain(texts.plan.forms.medical());
        const said = texts.plan.forms.deviceGuidance();
        expect(fit.indexOf(texts.plan.forms.medical())).toBeLessThan(fit.indexOf(said));
      }
    },
  );

  test('no other plan says it', async () => {
    const { planAs } = await planFor(PASS_RIDE, { health: { hypertension: true } });
    const { forms } = (await textsOf('en')).plan;
    for (const type of ['text/html', 'application/vnd.ant.fit']) {
      expect((await planAs(type)).text).not.toContain(forms.medical());
    }
  });
});

describe.each(LANGUAGES)('a plan in %s', (language) => {
  /** Words that only English forms have; names of products and the attribution are nobody's language. */
  const ENGLISH_WORDS =
    /fuel plan|\bfuel:|never exceed|\bfluid\b|\bwater\b|shopping|bottle \d|refill|pack it|weigh|\bbags?\b|half mark|guidance|\bpacks?$/im;

  test('has its headings, ceiling and disclaimer in it, in every form', async () => {
    const { planAs } = await planFor();
    const { forms, drawing, paper, hours } = (await textsOf(language)).plan;
    const { json } = await planAs('application/json', language);
    expect(json.disclaimer).toBe(drawing.disclaimer());
    const rate = `${json.safety.max_safe_fluid_ml_per_hr} ml/h`;
    const { pack } = paper;
    const name = forms.named({ name: 'Over the pass', duration: hours.duration({ min: 240 }) });
    const said = {
      'text/plain': [forms.shopping(), pack.mix(), pack.carry(), forms.time(), drawing.disclaimer()],
      'text/html': [forms.shopping(), pack.title(), paper.maximum({ rate }), drawing.disclaimer()],
      'image/svg+xml': [paper.maximum({ rate })],
      'text/calendar': [name, drawing.disclaimer()],
      'application/vnd.ant.fit': [forms.deviceLimit({ rate }), forms.deviceGuidance()],
    };
    for (const [type, sentences] of Object.entries(said)) {
      const { headers, text } = await planAs(type, language);
      expect(headers.get('Content-Language'), type).toBe(language);
      const unfolded = text.replaceAll(/\r\n[ \t]/g, '').replaceAll('\\', '');
      for (const words of sentences) expect(unfolded, type).toContain(asTyped(escaped(words)));
      if (language === 'en') continue;
      const words = unfolded.replaceAll(/PRODID.*|<style>[^<]*<\/style>|Table Salt in W[^<]*/g, '');
      expect(words, type).not.toMatch(ENGLISH_WORDS);
    }
  });

  test('has names for devices that fit into what devices keep', async () => {
    const { forms } = (await textsOf(language)).plan;
    for (const name of [forms.deviceLimit({ rate: '1200 ml/h' }), forms.deviceGuidance(), forms.medical()]) {
      expect(new TextEncoder().encode(name).length, name).toBeLessThanOrEqual(32);
    }
  });
});
