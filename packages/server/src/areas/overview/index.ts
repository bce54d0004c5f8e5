/** Overviews that several areas contribute to: what needs attention, and what uses a template. */
import * as flows from '@cinnabar/api/operations/flows.js';
import * as templateOverview from '@cinnabar/api/operations/template-overview.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export const overviewRoutes = routesOf({ ...flows, ...templateOverview }, handlers);
