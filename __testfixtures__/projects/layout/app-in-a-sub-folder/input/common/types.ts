import type {} from '../frontend/pages/index'
