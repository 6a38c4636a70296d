import { readFile } from 'node:fs/promises';

/** The processes that a process has started and that run still, as Linux tells them. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Returns the children of a process, their children, and so on. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
