import { alike } from 'polygraph/contract'

export default alike({ show: 'env | sort' })
