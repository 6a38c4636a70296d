import { addCopyButtons, keepLanguage } from './code-blocks.ts';

keepLanguage();
addCopyButtons('Copy', 'Copied');
