import type { Work } from '@musette/basics/work';
import { SaxesParser } from 'saxes';
import { decodePieces, encodingOf, UnreadableFile } from './text-reader.ts';

/** An element being opened or closed. Names have no namespace prefix. */
export interface XmlElement {
  /** From the root: `gpx/trk/name`. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The trimmed text. Empty until the element is closed, or if it contains other elements. */
  readonly text: string;
  /** Stops reading at this position. Throws UnreadableFile. */
  readonly refuse: (reason: string) => never;
}

export interface XmlVisitor {
  readonly onOpen?: (element: XmlElement) => void;
  readonly onClose?: (element: XmlElement) => void;
}

/** Bounds recursion in readers of elements; GPX with extensions of three vendors nests ten deep. */
const DEPTH_MAX = 32;
/** Bounds the work for one tag; no tool writes more than twenty. */
const ATTRIBUTES_MAX = 64;
/** Bounds the memory for one text: a description of a route in HTML has some thousand characters. */
const TEXT_CHARACTERS_MAX = 100_000;
/**
 * Limits what the parser collects before it reports anything: a tag with its attributes, a text, a comment, a CDATA section
 * or an instruction. It collects some of them one character at a time, each a hundred bytes of memory.
 */
const UNREPORTED_CHARACTERS_MAX = 1024 * 1024;
/** Bounds the memory for paths that a file repeats; a course has some fifty. */
const PATHS_MAX = 1000;
/** Time for a character and for an element of a hostile file (measured, rounded up). */
const CHARACTER_US = 0.2;
const ELEMENT_US = 1;

interface OpenElement {
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  /** Text between child elements is layout. */
  holdsElements: boolean;
}

/** How a file is read that is not whole. */
export interface XmlOptions {
  /** Returns whether what was read before the file ended is worth an answer. Without it, such a file is refused. */
  readonly mayEndEarly?: () => boolean;
}

/**
 * Reads XML strictly, element by element. White space and byte order marks before the declaration have no meaning. Rejects,
 * with line and column, text that is not well-formed, a DOCTYPE (and with it every entity but the five of XML), an unknown
 * encoding, and more depth, text, comment or markup in one piece than a real file has.
 *
 * @param visitorFor chooses the visitor by the root element, which the visitor gets first
 * @returns whether the file ends early
 */
export function* readXml(
  bytes: Uint8Array,
  visitorFor: (root: XmlElement) => XmlVisitor,
  { mayEndEarly }: XmlOptions = {},
): Work<{ readonly isTruncated: boolean }> {
  let visitor: XmlVisitor | null = null;
  const parser = new SaxesParser({ position: true, xmlns: false });
  let blank = '';
  const refuse = (reason: string): never => {
    const lines = blank.split('\n');
    const column = parser.column + (parser.line === 1 ? (lines.at(-1)?.length ?? 0) : 0);
    throw new UnreadableFile(`Line ${parser.line + lines.length - 1}, column ${column}: ${reason}`);
  };
  const open: OpenElement[] = [];
  const paths = new PathTable();
  let [piece, pieceAt, reportedAt, elements] = ['', 0, 0, 0];
  let isInText = false;
  const noteReport = () => {
    reportedAt = parser.position;
    isInText = piece[reportedAt - pieceAt] !== '<';
  };
  parser.on('comment', noteReport);
  parser.on('processinginstruction', noteReport);
  parser.on('error', ({ message }) => refuse(sentenceOf(message)));
  parser.on('doctype', () => refuse('a DOCTYPE is not accepted.'));
  let attributeCount = 0;
  parser.on('opentagstart', () => {
    attributeCount = 0;
    if (open.length >= DEPTH_MAX) refuse(`elements are nested more than ${DEPTH_MAX} deep.`);
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > ATTRIBUTES_MAX) refuse(`an element has more than ${ATTRIBUTES_MAX} attributes.`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    noteReport();
    elements += 1;
    const parent = open.at(-1);
    const path = parent ? paths.childOf(parent.path, name) : localName(name);
    if (parent) {
      parent.holdsElements = true;
      parent.text = '';
    }
    open.push({ path, attributes, text: '', holdsElements: false });
    const element = { path, attributes, text: '', refuse };
    visitor ??= visitorFor(element);
    visitor.onOpen?.(element);
  });
  const addText = (text: string) => {
    noteReport();
    const element = open.at(-1);
    if (!element || element.holdsElements) return;
    if (element.text.length + text.length > TEXT_CHARACTERS_MAX) {
      refuse(`a text has more than ${TEXT_CHARACTERS_MAX} characters.`);
    }
    element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    noteReport();
    const element = open.pop();
    if (!element) return;
    const { path, attributes, text } = element;
    visitor?.onClose?.({ path, attributes, text: text.trim(), refuse });
  });
  const encoding = encodingOf(bytes) ?? 'utf-8';
  if (!isKnownEncoding(encoding)) refuse('the encoding that the file names is not known.');
  let hasBegun = false;
  for (piece of decodePieces(bytes, encoding)) {
    elements = 0;
    yield CHARACTER_US * piece.length;
    if (!hasBegun) {
      const begun = piece.replace(BLANK, '');
      blank = lastOf(blank + piece.slice(0, piece.length - begun.length));
      piece = begun;
      if (piece === '') continue;
      hasBegun = true;
    }
    const isBehindRoot = visitor !== null && open.length === 0;
    // White space after the root element has no meaning, and the parser would collect it.
    if (isBehindRoot && piece.trim() === '') continue;
    parser.write(piece);
    pieceAt += piece.length;
    if (pieceAt - reportedAt > UNREPORTED_CHARACTERS_MAX) {
      if (isInText) refuse(`a text has more than ${TEXT_CHARACTERS_MAX} characters.`);
      refuse('a comment, CDATA section, instruction or tag has more than 1 MiB.');
    }
    yield ELEMENT_US * elements;
  }
  if (open.length > 0 && mayEndEarly?.() === true) return { isTruncated: true };
  parser.close();
  return { isTruncated: false };
}

/** White space and byte order marks at the beginning of a text. */
const BLANK = /^[\s\ufeff]+/;
/** The most blank lines that count for the position of an error. */
const BLANK_CHARACTERS_MAX = 100_000;

function lastOf(blank: string): string {
  return blank.slice(-BLANK_CHARACTERS_MAX);
}

function isKnownEncoding(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

/** Builds each path once: a course has a hundred thousand elements but only a handful of paths. */
class PathTable {
  readonly #children = new Map<string, Map<string, string>>();
  #size = 0;

  childOf(parentPath: string, name: string): string {
    let children = this.#children.get(parentPath);
    if (!children) {
      children = new Map();
      if (this.#size < PATHS_MAX) this.#children.set(parentPath, children);
    }
    let path = children.get(name);
    if (path === undefined) {
      path = `${parentPath}/${localName(name)}`;
      if (this.#size >= PATHS_MAX) return path;
      this.#size += 1;
      children.set(name, path);
    }
    return path;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Turns a parser message, which starts with the position, into a sentence. */
function sentenceOf(message: string): string {
  return `${message.replace(/^[^ ]*\d+:\d+: /, '').replace(/\.$/, '')}.`;
}
