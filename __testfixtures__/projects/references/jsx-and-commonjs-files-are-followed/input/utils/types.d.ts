/// <reference path="../lib/global.d.ts" />
import type { A } from '../lib/a'
