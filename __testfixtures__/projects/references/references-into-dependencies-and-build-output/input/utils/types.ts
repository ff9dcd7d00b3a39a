/// <reference path="../.fw/types.d.ts" />
import type { Routes } from '../.fw/types'
import '#build/types'
import 'normalize.css/normalize.css'
