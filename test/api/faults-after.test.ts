import { defineFaultTests } from '../support/fault-tests.ts';

defineFaultTests('after');
