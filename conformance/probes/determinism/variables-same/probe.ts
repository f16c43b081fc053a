import { alike } from 'polygraph/probe'

export default alike({ show: 'env | sort' })
