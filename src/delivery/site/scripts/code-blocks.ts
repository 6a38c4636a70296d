/** Key of the chosen language in the browser's own storage; it never leaves the browser. */
const CHOSEN = 'musette-code-language';
/** Time for which a button says that it has copied. */
const COPIED_MS = 2000;

/** Adds to every block of code a button that copies it. Without a clipboard, as on plain http, there are none. */
export function addCopyButtons(label: string, copied: string): void {
  if (navigator.clipboard === undefined) return;
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = label;
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.textContent.trimEnd()).then(
        () => {
          button.textContent = copied;
          setTimeout(() => {
            button.textContent = label;
          }, COPIED_MS);
        },
        // Refused by the browser: then the words are selected, and its own command copies them.
        () => getSelection()?.selectAllChildren(block),
      );
    });
    const frame = document.createElement('div');
    frame.className = 'copyable';
    block.replaceWith(frame);
    frame.appendChild(block);
    frame.appendChild(button);
  }
}

/** Shows the language of code that the reader chose before, and keeps a choice for all groups of blocks and all pages. */
export function keepLanguage(): void {
  const before = remembered();
  if (before !== null) open(before);
  for (const block of languageBlocks()) {
    const summary = block.querySelector('summary');
    summary?.addEventListener('click', (event) => {
      event.preventDefault();
      const { language = '' } = block.dataset;
      // Blocks above may get longer or shorter; what was clicked stays where it is.
      const topPx = summary.getBoundingClientRect().top;
      open(language);
      scrollBy({ top: summary.getBoundingClientRect().top - topPx, behavior: 'instant' });
      remember(language);
    });
  }
}

function languageBlocks(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>('details[data-language]');
}

/** Opens the blocks in a language. Its neighbours close by themselves; a group without the language stays as it is. */
function open(language: string): void {
  for (const block of languageBlocks()) if (block.dataset.language === language) block.open = true;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // The reader's settings forbid storage.
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(CHOSEN, language);
  } catch {
    // The choice then holds for this page.
  }
}
