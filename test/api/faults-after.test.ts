import { defineFaultTests } from '../support/fault-walk.ts';

defineFaultTests('after');
