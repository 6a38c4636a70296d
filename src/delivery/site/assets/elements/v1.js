/**
 * <musette-plan token="pst_…" page="plan">…</musette-plan>, version 1.
 *
 * Shows an athlete's plan, or with page="feedback" the form for feedback, in a frame. The token comes from
 * POST /v1/athletes/{athlete_id}/sessions. It is posted into the frame, so it is in no address and needs no cookie. What is
 * inside the element (a link, for example) is shown while there is no frame: without script, or if the frame cannot be shown.
 *
 * Attributes: token, page ("plan", the default, or "feedback"), label (of the frame, for screen readers).
 * Style: --musette-accent, a colour as #rrggbb. color-scheme, if it is light or dark: otherwise the device decides.
 * Events: "musette-state" with detail "ready", "ended" or "unavailable"; "musette-feedback" once feedback was sent.
 *
 * This file never changes. Load it with the integrity that the guide names.
 */
(() => {
  'use strict';

  const SERVICE = new URL(document.currentScript.src).origin;
  const PAGES = ['plan', 'feedback'];
  const STATES = ['ready', 'ended', 'unavailable'];
  /** Reserved until the page says how high it is: a screen, so that what moves below it is out of sight. */
  const FIRST_HEIGHT = 'max(640px, 100vh)';
  const HEIGHT_MAX_PX = 50000;
  /** A page that says nothing for this long is not shown: the network, or an origin that is not allowed. */
  const SILENCE_MS = 15000;
  /** A page answers as soon as it has loaded, on a slow phone within this time. */
  const ANSWER_MS = 1500;

  let frames = 0;

  class MusettePlan extends HTMLElement {
    static observedAttributes = ['token', 'page'];
    #frame = null;
    #port = null;
    #timer = 0;

    connectedCallback() {
      this.#open();
    }

    disconnectedCallback() {
      this.#close();
    }

    attributeChangedCallback(_name, before, after) {
      if (this.isConnected && before !== after) this.#open();
    }

    #open() {
      this.#close();
      const token = this.getAttribute('token');
      if (!token) return;
      const page = PAGES.includes(this.getAttribute('page')) ? this.getAttribute('page') : PAGES[0];
      const frame = document.createElement('iframe');
      frame.title = this.getAttribute('label') || 'Musette';
      frames += 1;
      frame.name = `musette-${frames}-${crypto.randomUUID ? crypto.randomUUID() : Date.now()}`;
      frame.style.cssText = `display:block;width:100%;height:${FIRST_HEIGHT};border:0;color-scheme:normal`;
      for (const child of this.children) child.hidden = true;
      if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
      this.append(frame);
      this.#frame = frame;
      const scheme = /^(?:only )?(light|dark)(?: only)?$/.exec(getComputedStyle(this).colorScheme)?.[1];
      this.#post(`${SERVICE}/a/${page}`, frame.name, scheme ? { token, scheme } : { token });
      frame.addEventListener('load', () => this.#listen(frame));
      this.#waitForAnswer();
    }

    #close() {
      clearTimeout(this.#timer);
      this.#port?.close();
      this.#frame?.remove();
      this.#port = this.#frame = null;
      for (const child of this.children) child.hidden = false;
    }

    #post(address, target, fields) {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = address;
      form.target = target;
      form.hidden = true;
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('input');
        field.type = 'hidden';
        field.name = name;
        field.value = value;
        form.append(field);
      }
      this.append(form);
      form.submit();
      form.remove();
    }

    #waitForAnswer() {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        if (this.#port) return;
        this.#close();
        this.#tell('state', 'unavailable');
      }, SILENCE_MS);
    }

    /**
     * Opens a channel to each page that the frame shows. Only a page of the service can receive it. Going back to a posted
     * page ends at an error of the browser, which answers nothing: then the frame is opened again.
     */
    #listen(frame) {
      if (frame !== this.#frame) return;
      if (this.#port) this.#timer = setTimeout(() => this.#open(), ANSWER_MS);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (this.#port !== port1) {
          this.#port?.close();
          this.#port = port1;
          clearTimeout(this.#timer);
        }
        const { height, state, event } = data ?? {};
        if (height > 0 && height <= HEIGHT_MAX_PX) frame.style.height = `${Math.ceil(height)}px`;
        if (STATES.includes(state)) this.#tell('state', state);
        if (event === 'feedback') this.#tell('feedback', null);
      };
      const accent = getComputedStyle(this).getPropertyValue('--musette-accent').trim();
      frame.contentWindow.postMessage({ accent }, SERVICE, [port2]);
    }

    #tell(name, detail) {
      this.dispatchEvent(new CustomEvent(`musette-${name}`, { detail, bubbles: true }));
    }
  }

  if (!customElements.get('musette-plan')) customElements.define('musette-plan', MusettePlan);
})();
