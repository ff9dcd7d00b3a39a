export interface Health {
  ok: boolean
}

export default () => ({ ok: true })
