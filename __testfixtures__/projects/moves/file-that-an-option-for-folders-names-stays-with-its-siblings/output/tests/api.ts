import { api } from '../lib/api'
