import service, * as classes from '../../src/index.ts';
import { onPlatform, platformHandlers } from './simulator.ts';

/** The service on the simulator that says no, for `npm run fuzz` and `npm run chaos` with `--platform`. */
export default platformHandlers(service);
export const Directory = onPlatform(classes.Directory);
export const Dispatcher = onPlatform(classes.Dispatcher);
export const KeyGuard = onPlatform(classes.KeyGuard);
export const ProductLimiter = onPlatform(classes.ProductLimiter);
