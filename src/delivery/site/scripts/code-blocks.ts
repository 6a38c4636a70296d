/** Local storage key of the chosen code language. */
const CHOSEN = 'musette-code-language';
/** Time for which a button shows its confirmation. */
const COPIED_MS = 2000;

/** Adds a copy button to every code block. Without a clipboard, as on plain HTTP, adds none. */
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
        // If the browser refuses, selects the code for manual copying.
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

/** Shows the reader's chosen code language, and applies and remembers a new choice on all pages. */
export function keepLanguage(): void {
  const before = remembered();
  if (before !== null) open(before);
  for (const block of languageBlocks()) {
    const summary = block.querySelector('summary');
    summary?.addEventListener('click', (event) => {
      event.preventDefault();
      const { language = '' } = block.dataset;
      // Blocks above may change height. Keeps the clicked element in place.
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

/**
 * Opens the blocks in a language. Their siblings close automatically. Groups without the language do not
 * change.
 */
function open(language: string): void {
  for (const block of languageBlocks()) if (block.dataset.language === language) block.open = true;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // The reader's settings block storage.
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(CHOSEN, language);
  } catch {
    // The choice then applies only to this page.
  }
}
