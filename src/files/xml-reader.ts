import { SaxesParser } from 'saxes';
import { UnreadableFile } from './unreadable-file.ts';
import { decodePieces } from './utf8.ts';

/** An element as it is opened or closed. Names are without their namespace prefix. */
export interface XmlElement {
  /** From the root: `gpx/trk/name`. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text, trimmed; empty until the element is closed, and if it holds other elements. */
  readonly text: string;
  /** Stops reading at this place of the file. Throws UnreadableFile. */
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

interface OpenElement {
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  /** Text between the elements that this one holds is layout. */
  holdsElements: boolean;
}

/**
 * Reads XML strictly, element by element. Rejects, with line and column, text that is not well-formed, a
 * DOCTYPE (and with it every entity but the five of XML), an encoding other than UTF-8, and more depth or
 * text than a real file has.
 *
 * @param visitorFor chooses the visitor by the root element, which the visitor gets first
 */
export function readXml(bytes: Uint8Array, visitorFor: (root: XmlElement) => XmlVisitor): void {
  let visitor: XmlVisitor | null = null;
  const parser = new SaxesParser({ position: true, xmlns: false });
  const refuse = (reason: string): never => {
    throw new UnreadableFile(`Line ${parser.line}, column ${parser.column}: ${reason}`);
  };
  const open: OpenElement[] = [];
  const paths = new PathTable();
  parser.on('error', ({ message }) => refuse(sentenceOf(message)));
  parser.on('doctype', () => refuse('a DOCTYPE is not accepted.'));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding))
      refuse('the encoding must be UTF-8.');
  });
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
    const element = open.pop();
    if (!element) return;
    const { path, attributes, text } = element;
    visitor?.onClose?.({ path, attributes, text: text.trim(), refuse });
  });
  for (const piece of decodePieces(bytes)) parser.write(piece);
  parser.close();
}

/** Builds each path once: a course has a hundred thousand elements but only a handful of paths. */
class PathTable {
  readonly #children = new Map<string, Map<string, string>>();

  childOf(parentPath: string, name: string): string {
    let children = this.#children.get(parentPath);
    if (!children) {
      children = new Map();
      this.#children.set(parentPath, children);
    }
    let path = children.get(name);
    if (path === undefined) {
      path = `${parentPath}/${localName(name)}`;
      children.set(name, path);
    }
    return path;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Turns a message of the parser, which begins with the position, into a sentence. */
function sentenceOf(message: string): string {
  return `${message.replace(/^[^ ]*\d+:\d+: /, '').replace(/\.$/, '')}.`;
}
