import type {} from '../frontend/app/pages/index'
