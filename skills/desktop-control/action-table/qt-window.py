"""
A window of Qt with every common kind of widget: each thing that happens in it becomes a line of the file named first.
With "5" after it by Qt 5 (python3-pyqt5), otherwise by Qt 6 (python3-pyqt6).
"""
import sys
try:
    if len(sys.argv) > 2 and sys.argv[2] == '5':
        raise ImportError
    from PyQt6 import QtCore, QtWidgets
    from PyQt6.QtGui import QAction
except ImportError:
    from PyQt5 import QtCore, QtWidgets
    from PyQt5.QtWidgets import QAction

log = open(sys.argv[1], 'w', buffering=1, encoding='utf8')


def tell(*words):
    log.write(' '.join(str(word) for word in words) + '\n')


application = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QMainWindow()
window.setWindowTitle('Parts of Qt')
window.setGeometry(60, 60, 900, 600)

menu = window.menuBar().addMenu('&File')
for name in ['&New', '&Save', 'Save &As…', '&Quit']:
    action = QAction(name, window)
    action.triggered.connect(lambda _=False, name=name: tell('menu', name.replace('&', '')))
    menu.addAction(action)
view = window.menuBar().addMenu('&View')
wrap = QAction('&Wrap lines', window)
wrap.setCheckable(True)
wrap.toggled.connect(lambda on: tell('wrap', on))
view.addAction(wrap)
sub = view.addMenu('&Zoom')
for name in ['50 %', '100 %']:
    sub.addAction(name).triggered.connect(lambda _=False, name=name: tell('zoom', name))
bar = window.addToolBar('Main tools')
bar.addAction('Refresh').triggered.connect(lambda: tell('refresh'))

tabs = QtWidgets.QTabWidget()
tabs.currentChanged.connect(lambda index: tell('tab', tabs.tabText(index)))
form = QtWidgets.QWidget()
layout = QtWidgets.QFormLayout(form)
name = QtWidgets.QLineEdit()
name.textChanged.connect(lambda text: tell('name', text))
name.returnPressed.connect(lambda: tell('name entered'))
layout.addRow('&Name', name)
secret = QtWidgets.QLineEdit()
secret.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
secret.textChanged.connect(lambda text: tell('secret', text))
layout.addRow('&Password', secret)
amount = QtWidgets.QSpinBox()
amount.setRange(0, 1000)
amount.setValue(7)
amount.valueChanged.connect(lambda value: tell('amount', value))
layout.addRow('&Amount', amount)
colour = QtWidgets.QComboBox()
colour.addItems(['Red', 'Green', 'Blue'])
colour.currentTextChanged.connect(lambda text: tell('colour', text))
layout.addRow('&Colour', colour)
city = QtWidgets.QComboBox()
city.setEditable(True)
city.addItems(['Paris', 'Rome'])
city.editTextChanged.connect(lambda text: tell('city', text))
layout.addRow('C&ity', city)
agree = QtWidgets.QCheckBox('Agree')
agree.toggled.connect(lambda on: tell('agree', on))
layout.addRow(agree)
fast = QtWidgets.QRadioButton('Fast')
slow = QtWidgets.QRadioButton('Slow')
fast.toggled.connect(lambda on: tell('fast', on))
layout.addRow(fast, slow)
slider = QtWidgets.QSlider(QtCore.Qt.Orientation.Horizontal)
slider.setAccessibleName('Volume')
slider.setRange(0, 100)
slider.valueChanged.connect(lambda value: tell('volume', value))
layout.addRow('Volume', slider)
notes = QtWidgets.QPlainTextEdit()
notes.setAccessibleName('Notes')
notes.textChanged.connect(lambda: tell('notes', repr(notes.toPlainText())))
layout.addRow('N&otes', notes)
date = QtWidgets.QDateEdit(QtCore.QDate(2024, 5, 6))
layout.addRow('&Date', date)
progress = QtWidgets.QProgressBar()
progress.setValue(40)
layout.addRow('Progress', progress)
buttons = QtWidgets.QWidget()
row = QtWidgets.QHBoxLayout(buttons)
ask = QtWidgets.QPushButton('Delete…')


def question():
    answer = QtWidgets.QMessageBox.question(window, 'Delete?', 'Delete the file?')
    tell('answer', answer == QtWidgets.QMessageBox.StandardButton.Yes)


ask.clicked.connect(question)
send = QtWidgets.QPushButton('Send')
send.clicked.connect(lambda: tell('sent'))
off = QtWidgets.QPushButton('Off')
off.setEnabled(False)
pick = QtWidgets.QPushButton('Open…')


def choose():
    dialog = QtWidgets.QFileDialog(window, 'Choose')
    dialog.setOption(QtWidgets.QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(QtWidgets.QFileDialog.FileMode.AnyFile)
    dialog.fileSelected.connect(lambda file: tell('file', file))
    dialog.open()


pick.clicked.connect(choose)
for button in [ask, send, off, pick]:
    row.addWidget(button)
layout.addRow(buttons)
tabs.addTab(form, 'Form')

table = QtWidgets.QTableWidget(1000, 40)
table.setHorizontalHeaderLabels([f'Column {column}' for column in range(40)])
for r in range(200):
    for c in range(0, 8):
        if (r + c) % 2 == 0:
            table.setItem(r, c, QtWidgets.QTableWidgetItem(f'r{r}c{c}'))
table.cellChanged.connect(lambda r, c: tell('cell', r, c, table.item(r, c).text()))
table.currentCellChanged.connect(lambda r, c, *_: tell('current', r, c))
tabs.addTab(table, 'Table')

lists = QtWidgets.QWidget()
side = QtWidgets.QHBoxLayout(lists)
items = QtWidgets.QListWidget()
items.addItems([f'Item {index}' for index in range(300)])
items.currentTextChanged.connect(lambda text: tell('item', text))
side.addWidget(items)
tree = QtWidgets.QTreeWidget()
tree.setHeaderLabels(['Name', 'Size'])
for folder in range(3):
    top = QtWidgets.QTreeWidgetItem([f'Folder {folder}', ''])
    for file in range(4):
        top.addChild(QtWidgets.QTreeWidgetItem([f'File {folder}.{file}', f'{file} kB']))
    tree.addTopLevelItem(top)
tree.itemExpanded.connect(lambda item: tell('expanded', item.text(0)))
tree.currentItemChanged.connect(lambda item, _: tell('node', item.text(0)))
side.addWidget(tree)
tabs.addTab(lists, 'Lists')
window.setCentralWidget(tabs)
window.statusBar().showMessage('Ready')
window.show()
tell('shown')
sys.exit(application.exec() if hasattr(application, 'exec') else application.exec_())
